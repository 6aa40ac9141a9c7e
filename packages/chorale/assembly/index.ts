// The hot loops, compiled to WebAssembly SIMD. Each file has a plain-TypeScript twin in src/hot-loops/
// that does the same operations in the same order. Arguments are byte offsets into the module's memory.
// SIMD lanes run across independent outputs, or across interleaved sums that the twin has, too: that is what makes the
// twins equal to the bit.

export * from './reference-links'
export * from './assign'
export * from './cross-sums'
export * from './dense'
export * from './diffuse'
export * from './float-rows'
export * from './follow-cells'
export * from './group-search'
export * from './map-rows'
export * from './membership'
export * from './mixture'
export * from './near-cells'
export * from './panel'
export * from './similar-rows'
export * from './sparse'
export * from './symmetric-eigen'
export * from './vote'

/** First free byte of the memory. */
export function heapBase(): usize {
  return __heap_base
}
