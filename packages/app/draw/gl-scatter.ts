import { pngOf } from '../save-file.js'
import type { ScatterFrame, ScatterLook, ScatterRenderer } from './scatter-renderer.js'

const VERTEX = `#version 300 es
in vec2 place;
in vec3 colour;
in float shape;
in float state;
uniform vec2 centre;
uniform vec2 scale;
uniform float size;
uniform float least;
uniform float pass;
out vec3 fill;
flat out int form;
out float strength;
out float pixels;
flat out int chosen;

void main() {
  bool isSelected = state > 0.5 && state < 1.5;
  gl_Position = vec4((place - centre) * scale, 0.0, 1.0);
  // Selected samples are drawn a second time, on top.
  if (state > 2.5 || (pass > 0.5 && !isSelected)) gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
  chosen = isSelected ? 1 : 0;
  pixels = isSelected ? max(size * 1.45, least) : size;
  gl_PointSize = pixels;
  fill = colour;
  form = int(shape + 0.5);
  strength = state > 1.5 ? 0.14 : 0.92;
}`

/** The signed distance to the edge of each shape, negative inside; x points right, y up, both from -1 to 1. */
const FRAGMENT = `#version 300 es
precision mediump float;
in vec3 fill;
flat in int form;
in float strength;
in float pixels;
flat in int chosen;
uniform vec3 page;
uniform vec3 selection;
out vec4 result;

float plusShape(vec2 p) {
  vec2 q = abs(p);
  return min(max(q.x - 0.3, q.y - 0.9), max(q.y - 0.3, q.x - 0.9));
}

float triangle(vec2 p) {
  return max(abs(p.x) * 0.866 + p.y * 0.5, -p.y) - 0.44;
}

float edge(vec2 p) {
  if (form == 1) return max(abs(p.x), abs(p.y)) - 0.68;
  if (form == 2) return triangle(p + vec2(0.0, 0.12));
  if (form == 3) return (abs(p.x) / 0.7 + abs(p.y) / 0.95 - 1.0) * 0.56;
  if (form == 4) return plusShape(p);
  if (form == 5) return (length(p) - mix(0.4, 0.98, pow(0.5 + 0.5 * cos(5.0 * atan(p.x, p.y)), 1.5))) * 0.6;
  if (form == 6) return triangle(vec2(p.x, -p.y) + vec2(0.0, 0.12));
  if (form == 7) return plusShape(vec2(p.x + p.y, p.x - p.y) * 0.7071);
  return length(p) - 0.76;
}

void main() {
  vec2 p = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0;
  float distance = edge(p);
  float soft = 1.6 / pixels;
  float cover = 1.0 - smoothstep(-soft, soft, distance);
  if (cover <= 0.0) discard;
  // A thin rim in the page colour separates crowded marks.
  float rim = pixels > 7.0 ? smoothstep(-0.24, -0.24 + 2.0 * soft, distance) * 0.75 : 0.0;
  vec3 shown = mix(fill, page, rim);
  // A selected sample has a thick rim in a colour that no cluster has; a small one has only that colour.
  if (chosen == 1) shown = pixels < 9.0 ? selection : mix(fill, selection, smoothstep(-0.38, -0.38 + 2.0 * soft, distance));
  float alpha = cover * strength;
  result = vec4(shown * alpha, alpha);
}`

/** The smallest size of a selected sample in pixels, so that it is visible among a million others. */
const LEAST_SELECTED = 6

/** A canvas of the page, or one that a worker draws. */
type GlCanvas = HTMLCanvasElement | OffscreenCanvas

/** The WebGL context of a canvas; null if there is none. */
export function glOf(canvas: GlCanvas): WebGL2RenderingContext | null {
  const options = { antialias: false, alpha: true, premultipliedAlpha: true }
  return canvas.getContext('webgl2', options) as WebGL2RenderingContext | null
}

type AttributeName = 'place' | 'colour' | 'shape' | 'state'

/** Draws all samples with one WebGL call. */
export class GlScatter implements ScatterRenderer {
  readonly #gl: WebGL2RenderingContext
  #program: WebGLProgram
  #buffers: Record<AttributeName, WebGLBuffer>
  /** What each buffer holds: a part that did not change is not sent again. */
  #held: Partial<Record<AttributeName, Float32Array | Uint8Array>> = {}
  #count = 0
  #hasSelection = false
  #frame: ScatterFrame | null = null

  /** Calls `onRestored` when the system took the context away and gave it back: the samples are needed again. */
  constructor(gl: WebGL2RenderingContext, onRestored: () => void) {
    this.#gl = gl
    this.#program = linked(gl)
    this.#buffers = this.#attributes()
    gl.canvas.addEventListener('webglcontextlost', event => event.preventDefault())
    gl.canvas.addEventListener('webglcontextrestored', () => {
      this.#program = linked(gl)
      this.#buffers = this.#attributes()
      this.#held = {}
      onRestored()
    })
  }

  load(places: Float32Array): void {
    this.#count = places.length / 2
    this.#fill('place', places)
  }

  paint({ colours, shapes, states }: ScatterLook): void {
    this.#fill('colour', colours)
    this.#fill('shape', shapes)
    this.#fill('state', states)
    this.#hasSelection = states.includes(1)
  }

  draw(frame: ScatterFrame): void {
    const gl = this.#gl
    const { camera, width, height, pointSize, ratio, page, selection } = frame
    this.#frame = frame
    if (gl.canvas.width !== width || gl.canvas.height !== height) {
      gl.canvas.width = width
      gl.canvas.height = height
    }
    gl.viewport(0, 0, width, height)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.useProgram(this.#program)
    const unit = Math.min(width, height) * 0.92 * camera.zoom
    gl.uniform2f(this.#uniform('centre'), camera.x, camera.y)
    gl.uniform2f(this.#uniform('scale'), unit / width, unit / height)
    gl.uniform1f(this.#uniform('size'), pointSize)
    gl.uniform3f(this.#uniform('page'), page[0] / 255, page[1] / 255, page[2] / 255)
    gl.uniform1f(this.#uniform('least'), LEAST_SELECTED * ratio)
    gl.uniform3f(this.#uniform('selection'), selection[0] / 255, selection[1] / 255, selection[2] / 255)
    for (const pass of this.#hasSelection ? [0, 1] : [0]) {
      gl.uniform1f(this.#uniform('pass'), pass)
      gl.drawArrays(gl.POINTS, 0, this.#count)
    }
  }

  image(): Promise<Blob> {
    // WebGL keeps a picture only until the browser shows it, so it is drawn again.
    if (this.#frame !== null) this.draw(this.#frame)
    const { canvas } = this.#gl
    return 'convertToBlob' in canvas ? canvas.convertToBlob() : pngOf(canvas)
  }

  end(): void {
    for (const buffer of Object.values(this.#buffers)) this.#gl.deleteBuffer(buffer)
    this.#gl.deleteProgram(this.#program)
    // A page can have only a few contexts.
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext()
  }

  #uniform(name: string): WebGLUniformLocation | null {
    return this.#gl.getUniformLocation(this.#program, name)
  }

  #attributes(): Record<AttributeName, WebGLBuffer> {
    const gl = this.#gl
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    return {
      place: this.#attribute('place', 2, gl.FLOAT, false),
      colour: this.#attribute('colour', 3, gl.UNSIGNED_BYTE, true),
      shape: this.#attribute('shape', 1, gl.UNSIGNED_BYTE, false),
      state: this.#attribute('state', 1, gl.UNSIGNED_BYTE, false),
    }
  }

  #attribute(name: AttributeName, size: number, type: number, isNormalised: boolean): WebGLBuffer {
    const gl = this.#gl
    const buffer = gl.createBuffer()
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    const at = gl.getAttribLocation(this.#program, name)
    gl.enableVertexAttribArray(at)
    gl.vertexAttribPointer(at, size, type, isNormalised, 0, 0)
    return buffer
  }

  #fill(name: AttributeName, values: Float32Array | Uint8Array): void {
    if (this.#held[name] === values) return
    this.#held[name] = values
    const gl = this.#gl
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[name])
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW)
  }
}

function linked(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type)!
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`WebGL: ${gl.getProgramInfoLog(program)}`)
  return program
}
