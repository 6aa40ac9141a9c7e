import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A fenced block of code in a page, or in a comment of a source file. */
export interface CodeBlock {
  readonly file: string
  /** Line of the fence, from 1. */
  readonly line: number
  readonly language: string
  readonly code: string
}

const PAGES = ['README.md', 'CONTRIBUTING.md', 'examples/README.md']

/** All pages that people read. */
export function pages(): string[] {
  return [...PAGES, ...filesUnder('docs', '.md').filter(file => !file.startsWith('docs/api/'))]
}

/** All blocks of the pages, and the examples in the comments of the library. */
export function codeBlocks(): CodeBlock[] {
  const sources = ['chorale', 'report', 'node', 'engine', 'cli']
    .map(name => `packages/${name}/src`)
    .flatMap(folder => filesUnder(folder, '.ts'))
  return [
    ...pages().flatMap(file => blocksOf(file, readFileSync(file, 'utf8'))),
    ...sources.flatMap(file => blocksOf(file, commentsOf(readFileSync(file, 'utf8')))),
  ]
}

function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith(ending) && !name.includes('node_modules') && !name.startsWith('.vitepress'))
    .map(name => join(folder, name))
    .sort()
}

/** The text of doc comments, line for line; other lines become empty. */
function commentsOf(source: string): string {
  return source
    .split('\n')
    .map(line => /^\s*\* ?(.*)$/.exec(line)?.[1] ?? '')
    .join('\n')
}

function blocksOf(file: string, text: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  for (const match of text.matchAll(/^```(.*?)\n(.*?)^```$/gms)) {
    const line = text.slice(0, match.index).split('\n').length
    blocks.push({ file, line, language: match[1], code: match[2] })
  }
  return blocks
}
