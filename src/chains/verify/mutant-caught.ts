import { MUTANT_SIGN, type MutantKind } from '../generate/mutants.ts'
import { type ChainVerdict, sameAnswer } from './verify-chain.ts'

/** Every claim holds, every step is taken, the claims imply the answer, and depth is not read off image height. */
export const isWhollyFaithful = (verdict: ChainVerdict, answer: string): boolean =>
  verdict.faithfulness === 1 &&
  verdict.completeness === 1 &&
  !verdict.imageHeight &&
  verdict.entails !== null &&
  sameAnswer(verdict.entails, answer)

/** Does the verdict on a mutant show what its kind says (for paraphrases and padding: nothing)? */
export function mutantCaught(kind: MutantKind, verdict: ChainVerdict, answer: string): boolean {
  switch (MUTANT_SIGN[kind]) {
    case 'contradicted':
      return verdict.counts.contradicted > 0
    case 'hallucinated':
      return verdict.counts.hallucinated > 0
    case 'incomplete':
      return verdict.completeness !== 1
    case 'empty':
      return verdict.faithfulness === null
    case 'shortcut':
      return verdict.counts.contradicted > 0 || verdict.imageHeight
    case 'faithful':
      return isWhollyFaithful(verdict, answer)
  }
}
