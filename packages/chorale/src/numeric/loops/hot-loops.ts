import { SIMD_MODULE } from './simd-module.js'

/**
 * The hot loops of the library exist twice: compiled to WebAssembly SIMD (assembly/) and in plain TypeScript.
 * A value of this type says which of the two runs; each file of hot loops offers both behind one function.
 * Both do the same floating-point operations in the same order, so their results are equal to the bit.
 */
export interface HotLoops {
  readonly kind: 'simd' | 'plain'
  /** The compiled module; absent for the TypeScript version. */
  readonly module?: WebAssembly.Module
}

/** The version of the hot loops: `simd` is WebAssembly, `plain` is TypeScript, `auto` the first that runs. Results are equal. */
export type LoopChoice = 'auto' | 'simd' | 'plain'

export const PLAIN_KERNELS: HotLoops = { kind: 'plain' }

let compiled: Promise<WebAssembly.Module> | undefined

/** Loads the hot loops: SIMD if the runtime supports it, otherwise TypeScript. */
export async function loadHotLoops(choice: LoopChoice = 'auto'): Promise<HotLoops> {
  if (choice === 'plain' || typeof WebAssembly === 'undefined') return PLAIN_KERNELS
  compiled ??= WebAssembly.compile(decodeBase64(SIMD_MODULE))
  try {
    return { kind: 'simd', module: await compiled }
  } catch (error) {
    if (choice === 'simd') throw error
    return PLAIN_KERNELS
  }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
