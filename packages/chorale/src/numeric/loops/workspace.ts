import { InputError } from '../../errors.js'
import { type HotLoops, PLAIN_KERNELS } from './hot-loops.js'

/**
 * One instance of the SIMD module with its own memory, which has a fixed size and is allocated piece by piece.
 * The memory is freed with the workspace. Views stay valid because the memory never grows.
 */
export class Workspace<Exports> {
  readonly exports: Exports
  readonly #memory: WebAssembly.Memory
  #next: number
  #leased: Lent | null = null

  constructor(loops: HotLoops, byteCount: number, instance = instanceOf(loops)) {
    this.exports = instance.exports as Exports
    this.#memory = instance.exports.memory as WebAssembly.Memory
    this.#next = (instance.exports.heapBase as () => number)()
    if (byteCount + SLACK > MOST) {
      const gibibytes = (byteCount / 2 ** 30).toFixed(1)
      throw new InputError(
        `the computation needs ${gibibytes} GiB of contiguous memory, more than the 4 GiB limit of WebAssembly`,
      )
    }
    const missing = this.#next + byteCount + SLACK - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE))
  }

  /**
   * A workspace for one call that copies its results: all such calls share one instance, because a browser holds only
   * about a hundred of them. The views of a workspace are valid until the next one is borrowed.
   */
  static borrow<Exports>(loops: HotLoops, byteCount: number): Workspace<Exports> {
    if (lent === null || lent.module !== loops.module || lent.instance.exports.memory.buffer.byteLength > MOST_LENT) {
      lent = { module: loops.module, instance: instanceOf(loops) as LentInstance }
    }
    return new Workspace<Exports>(loops, byteCount, lent.instance)
  }

  /**
   * A workspace that stays valid over the pauses of the caller, who then gives it back. The next caller uses the same
   * instance, if it is not too large.
   */
  static lease<Exports>(loops: HotLoops, byteCount: number): Workspace<Exports> {
    const isFree = spare !== null && spare.module === loops.module
    const leased = isFree ? spare! : { module: loops.module, instance: instanceOf(loops) as LentInstance }
    if (isFree) spare = null
    const workspace = new Workspace<Exports>(loops, byteCount, leased.instance)
    workspace.#leased = leased
    return workspace
  }

  /** Ends a lease. */
  giveBack(): void {
    if (this.#leased !== null && this.#memory.buffer.byteLength <= MOST_LENT) spare = this.#leased
    this.#leased = null
  }

  float64(length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#memory.buffer as ArrayBuffer, this.#take(length * 8), length)
  }

  float32(length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#memory.buffer as ArrayBuffer, this.#take(length * 4), length)
  }

  int32(length: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#memory.buffer as ArrayBuffer, this.#take(length * 4), length)
  }

  #take(byteCount: number): number {
    const at = 16 * Math.ceil(this.#next / 16)
    if (at + byteCount > this.#memory.buffer.byteLength)
      throw new Error('Workspace: more memory was allocated than requested')
    this.#next = at + byteCount
    return at
  }
}

/**
 * Hot loops that fall back on TypeScript where no memory is to be had: browsers limit the number of WebAssembly memories,
 * and free those that are no longer used late. The results are the same.
 */
export function orPlain<Given extends unknown[], Made>(
  make: (loops: HotLoops, ...given: Given) => Made,
): (loops: HotLoops, ...given: Given) => Made {
  return (loops, ...given) => {
    try {
      return make(loops, ...given)
    } catch (error) {
      if (loops.kind === 'plain' || !(error instanceof RangeError)) throw error
      return make(PLAIN_KERNELS, ...given)
    }
  }
}

function instanceOf(loops: HotLoops): WebAssembly.Instance {
  if (loops.module === undefined) throw new Error('Workspace: the TypeScript hot loops have no module')
  return new WebAssembly.Instance(loops.module, {})
}

type LentInstance = WebAssembly.Instance & { readonly exports: { readonly memory: WebAssembly.Memory } }

interface Lent {
  readonly module?: WebAssembly.Module
  readonly instance: LentInstance
}

let lent: Lent | null = null

/** An instance whose last lease has ended. */
let spare: Lent | null = null

/** A lent memory never shrinks. One that is larger than this is replaced. */
const MOST_LENT = 2 ** 26

const PAGE = 65536

/** The memory that WebAssembly can address, minus one page for the module itself. */
const MOST = 2 ** 32 - 2 * PAGE

/** Padding to align each piece to 16 bytes. */
const SLACK = 4096
