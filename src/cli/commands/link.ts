import type { Command } from 'commander'
import { parseScene } from '../../core/scene.ts'
import { checkStudioScene } from '../../core/scene-check.ts'
import { sceneLink } from '../../formats/share-link.ts'
import { printJson, printLine } from '../output.ts'
import { readJson } from '../read-json.ts'

/** Where `spatialtunnel studio` serves; the token behind `#s=` works at any other address too. */
const STUDIO_URL = 'http://127.0.0.1:4173/'

/** `link scene.json`: a scene file as a share link. */
export function register(program: Command): void {
  program
    .command('link')
    .description('turn a scene file into a link that opens in the studio')
    .argument('<scene.json>', 'scene file, such as one of scenes/gallery')
    .option('--base <url>', 'address of the studio', STUDIO_URL)
    .option('--json', 'print one JSON document')
    .action(async (path: string, { base, json }: { base: string; json?: boolean }) => {
      const scene = await readJson(path, value => checkStudioScene(parseScene(value)))
      const url = sceneLink(scene, base)
      if (json) printJson({ url })
      else printLine(url)
    })
}
