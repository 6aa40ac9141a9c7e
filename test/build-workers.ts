import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'tsdown'
import type { TestProject } from 'vitest/node'
import { WORKERS } from '../tsdown.config.js'

/** Of this run alone, inside node_modules so that workers find their packages. */
const folder = resolve(`node_modules/.cache/chorale-workers/${process.pid}`)

/** Builds the workers from the sources that are tested, so that no test runs older ones from dist/. */
export async function setup(project: TestProject): Promise<void> {
  await buildWorkers()
  process.env.CHORALE_WORKERS = folder
  project.onTestsRerun(buildWorkers)
}

export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

async function buildWorkers(): Promise<void> {
  await build({
    config: false,
    entry: WORKERS,
    platform: 'node',
    format: 'esm',
    dts: false,
    outDir: folder,
    outExtensions: () => ({ js: '.js' }),
    logLevel: 'error',
  })
}
