/** Makes two vectors orthonormal (Gram-Schmidt), in place. */
export function orthonormalise([first, second]: Float64Array[]): void {
  scaleToOne(first)
  const overlap = first.reduce((sum, value, j) => sum + value * second[j], 0)
  for (let j = 0; j < first.length; j++) second[j] -= overlap * first[j]
  scaleToOne(second)
}

function scaleToOne(vector: Float64Array): void {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  for (let j = 0; j < vector.length; j++) vector[j] /= length
}
