import { config } from 'zod'

/** The studio's content security policy allows no `eval`; zod would try it once and be refused with a console error. */
config({ jitless: true })
