/**
 * Like `Promise.all`, but a failure waits for the rest: nothing goes on writing behind the back of whoever cleans up.
 *
 * @throws the first failure, in the order of the list
 */
export async function allDone<T>(work: ReadonlyArray<Promise<T>>): Promise<T[]> {
  const outcomes = await Promise.allSettled(work)
  return outcomes.map(outcome => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}
