import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
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
  const entry = Object.fromEntries(
    Object.entries(WORKERS).flatMap(([name, files]) =>
      Object.entries(files).map(([worker, path]) => [worker, join('packages', name, path)]),
    ),
  )
  await build({
    config: false,
    entry,
    platform: 'node',
    format: 'esm',
    outExtensions: () => ({ js: '.js' }),
    dts: false,
    deps: { alwaysBundle: [/^chorale/], neverBundle: [/^bullmq/, /^ioredis/, /^s3mini/, /^@resvg/] },
    inputOptions: { resolve: { conditionNames: ['chorale-source', 'node', 'import', 'default'] } },
    outDir: folder,
    logLevel: 'error',
  })
}
