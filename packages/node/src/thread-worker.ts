import { workerData } from 'node:worker_threads'
import { type CsvStart, serveCsv } from './csv-pieces.js'
import type { LabelStart } from './label-threads.js'
import { serveLabels } from './label-worker.js'
import type { LinkStart } from './link-threads.js'
import { serveLinks } from './link-worker.js'
import { type RowStart, serveRows } from './row-worker.js'
import type { SampleStart } from './sample-threads.js'
import { serveSamples } from './sample-worker.js'
import type { TaskStart } from './task-threads.js'
import { serveTasks } from './task-worker.js'

// A thread of the executor `threads`. Its start data decide what it does.
const start: TaskStart | LabelStart | SampleStart | RowStart | CsvStart | LinkStart = workerData
if (start.kind === 'tasks') serveTasks(start)
else if (start.kind === 'labels') serveLabels(start)
else if (start.kind === 'samples') serveSamples(start)
else if (start.kind === 'rows') serveRows(start)
else if (start.kind === 'csv') serveCsv(start)
else serveLinks(start)
