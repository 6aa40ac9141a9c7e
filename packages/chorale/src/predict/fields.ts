import { InputError } from '../errors.js'
import { unpackNumbers } from './packed-numbers.js'

/**
 * Reads the fields of an object from a file by name and checks each one. Fields that are not read are ignored.
 */
export class Fields {
  readonly #fields: ReadonlyMap<string, unknown>
  readonly #path: string

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new InputError(`${path} must be an object`)
    }
    this.#fields = new Map(Object.entries(value))
    this.#path = path
  }

  object(name: string): Fields {
    return new Fields(this.#fields.get(name), this.#nameOf(name))
  }

  /** The object, or null if the file contains null. */
  objectOrNull(name: string): Fields | null {
    return this.#fields.get(name) === null ? null : this.object(name)
  }

  list<T>(name: string, read: (item: unknown, path: string) => T): T[] {
    const value = this.#fields.get(name)
    if (!Array.isArray(value)) throw this.wrong(name, 'a list')
    return value.map((item, i) => read(item, `${this.#nameOf(name)}[${i}]`))
  }

  /** The field as JSON text. */
  json(name: string): string {
    return JSON.stringify(this.#fields.get(name))
  }

  has(name: string): boolean {
    return this.#fields.has(name)
  }

  isNull(name: string): boolean {
    return this.#fields.get(name) === null
  }

  /** The field is null, or not there at all. */
  isAbsent(name: string): boolean {
    return (this.#fields.get(name) ?? null) === null
  }

  text(name: string): string {
    const value = this.#fields.get(name)
    if (typeof value === 'string') return value
    throw this.wrong(name, 'a string')
  }

  textOrNull(name: string): string | null {
    return this.isNull(name) ? null : this.text(name)
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T {
    const value = this.text(name)
    if ((allowed as readonly string[]).includes(value)) return value as T
    throw this.wrong(name, `one of ${allowed.join(', ')}`)
  }

  truth(name: string): boolean {
    const value = this.#fields.get(name)
    if (typeof value === 'boolean') return value
    throw this.wrong(name, 'true or false')
  }

  number(name: string, least = -Number.MAX_VALUE, most = Number.MAX_VALUE): number {
    const value = this.#fields.get(name)
    if (typeof value === 'number' && value >= least && value <= most) return value
    throw this.wrong(name, 'a number in the valid range')
  }

  whole(name: string, least: number, most: number): number {
    const value = this.number(name, least, most)
    if (Number.isInteger(value)) return value
    throw this.wrong(name, 'an integer')
  }

  /** An encoded list of integers within a range, with a given length. */
  wholes(name: string, length: number | undefined, least: number, most: number): Int32Array {
    const values = Int32Array.from(this.#packed(name, 'whole', length))
    if (values.every(value => value >= least && value <= most)) return values
    throw this.wrong(name, `integers from ${least} to ${most}`)
  }

  /** An encoded list of numbers with a given length. */
  numbers(name: string, length?: number): Float64Array {
    return this.#packed(name, 'any', length)
  }

  #packed(name: string, kind: 'whole' | 'any', length?: number): Float64Array {
    const values = unpackNumbers(this.#fields.get(name), kind, this.#nameOf(name))
    if (length === undefined || values.length === length) return values
    throw this.wrong(name, `${length} numbers; got ${values.length}`)
  }

  /** The short values of an object that is stored for information only. */
  record(name: string): Record<string, string | number | boolean> {
    const entries = [...this.object(name).#fields].filter(
      (entry): entry is [string, string | number | boolean] =>
        ['string', 'number', 'boolean'].includes(typeof entry[1]) && entry[0] !== '__proto__',
    )
    return Object.fromEntries(entries)
  }

  wrong(name: string, rule: string): InputError {
    return new InputError(`${this.#nameOf(name)} must be ${rule}`)
  }

  #nameOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }
}

export function textItem(item: unknown, path: string): string {
  if (typeof item === 'string') return item
  throw new InputError(`${path} must be a string`)
}

export function numberItem(item: unknown, path: string): number {
  if (typeof item === 'number') return item
  throw new InputError(`${path} must be a number`)
}

/** A list of strings and numbers. */
export function namesItem(item: unknown, path: string): (string | number)[] {
  if (!Array.isArray(item) || !item.every(name => typeof name === 'string' || typeof name === 'number')) {
    throw new InputError(`${path} must be a list of names`)
  }
  return item
}
