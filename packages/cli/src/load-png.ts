import { InputError } from 'chorale/internal'
import type { Narrator } from './narrator.js'

/** What draws PNG files; null without its package, which is optional. */
export async function loadPng(narrator: Narrator): Promise<((svg: string) => Uint8Array) | null> {
  const { pngRenderer } = await import('chorale-report/node')
  try {
    return await pngRenderer()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    narrator.note('charts are written as SVG only; for PNG, too, install one more package: npm install @resvg/resvg-js')
    return null
  }
}
