/**
 * What programs can use of the command: the server of the browser app.
 *
 * @module chorale-cli
 */

export { type AppServer, type ServeAppOptions, serveApp } from './serve-app.js'
