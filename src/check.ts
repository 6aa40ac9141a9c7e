/** The caller passed something unusable. The command line and the app print the message as it is. */
export class InputError extends Error {
  override name = 'InputError'
}

export function checkClusterCount(caller: string, clusterCount: number, sampleCount: number): void {
  if (Number.isInteger(clusterCount) && clusterCount >= 1 && clusterCount <= sampleCount) return
  throw new InputError(
    `${caller}: clusterCount must be an integer from 1 to the number of samples (${sampleCount}); got ${clusterCount}`,
  )
}

export function checkInteger(caller: string, name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new InputError(`${caller}: ${name} must be an integer from ${least} to ${most}; got ${value}`)
}

export function checkPositive(caller: string, name: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return
  throw new InputError(`${caller}: ${name} must be a number above 0; got ${value}`)
}

export function checkOneOf<T extends string>(
  caller: string,
  name: string,
  value: string,
  allowed: readonly T[],
): asserts value is T {
  if ((allowed as readonly string[]).includes(value)) return
  throw new InputError(`${caller}: ${name} must be one of ${allowed.join(', ')}; got ${value}`)
}

export function checkSeed(caller: string, seed: number): void {
  checkInteger(caller, 'seed', seed, 0, 0xffffffff)
}
