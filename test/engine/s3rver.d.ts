/** What the tests use of the S3-compatible server of this name. */
declare module 's3rver' {
  // biome-ignore lint/style/noDefaultExport: so it is
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
