// Writes ONNX files: the few messages of onnx.proto3 that small models need, in the encoding of protocol buffers.

/** Element types of tensors, as numbered by onnx.proto3. */
const FLOAT = 1;
const INT64 = 7;

export interface Tensor {
  name: string;
  dims: readonly number[];
  values: Float32Array | BigInt64Array;
}

/** An input or output of a graph. A text as a dimension names a length that varies. */
export interface Port {
  name: string;
  type: 'float' | 'int64';
  dims: readonly (number | string)[];
}

/** A node of a graph. Whole numbers are the only attributes that the models need. */
export interface OnnxNode {
  operator: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface OnnxModel {
  name: string;
  inputs: readonly Port[];
  outputs: readonly Port[];
  constants: readonly Tensor[];
  nodes: readonly OnnxNode[];
  metadata: Readonly<Record<string, string>>;
}

/** The bytes of a model of operator set 13. */
export function encodeModel(model: OnnxModel): Uint8Array {
  const graph = joinBytes([
    ...model.nodes.map((node) => message(1, encodeNode(node))),
    text(2, model.name),
    ...model.constants.map((constant) => message(5, encodeTensor(constant))),
    ...model.inputs.map((port) => message(11, encodePort(port))),
    ...model.outputs.map((port) => message(12, encodePort(port))),
  ]);
  const metadata = Object.entries(model.metadata).map(([key, value]) =>
    message(14, joinBytes([text(1, key), text(2, value)])),
  );
  const operators = joinBytes([text(1, ''), integer(2, 13)]);
  return joinBytes([
    integer(1, 8),
    text(2, 'voiceloom'),
    message(7, graph),
    message(8, operators),
    ...metadata,
  ]);
}

function encodeNode({ operator, inputs, outputs, attributes = {} }: OnnxNode): Uint8Array {
  const parts = [...inputs.map((name) => text(1, name)), ...outputs.map((name) => text(2, name))];
  parts.push(text(4, operator));
  for (const [name, value] of Object.entries(attributes)) {
    // 2 and 7 number the kinds of attributes: a whole number, and a list of them.
    if (typeof value === 'number')
      parts.push(message(5, joinBytes([text(1, name), integer(3, value), integer(20, 2)])));
    else
      parts.push(
        message(5, joinBytes([text(1, name), ...value.map((one) => integer(8, one)), integer(20, 7)])),
      );
  }
  return joinBytes(parts);
}

function encodeTensor({ name, dims, values }: Tensor): Uint8Array {
  const isFloat = values instanceof Float32Array;
  return joinBytes([
    ...dims.map((dim) => integer(1, dim)),
    integer(2, isFloat ? FLOAT : INT64),
    text(8, name),
    message(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
  ]);
}

function encodePort({ name, type, dims }: Port): Uint8Array {
  const shape = dims.map((dim) => message(1, typeof dim === 'number' ? integer(1, dim) : text(2, dim)));
  const tensorType = joinBytes([integer(1, type === 'float' ? FLOAT : INT64), message(2, joinBytes(shape))]);
  return joinBytes([text(1, name), message(2, message(1, tensorType))]);
}

/** A field with a whole number. Negative ones take ten bytes. */
function integer(field: number, value: number): Uint8Array {
  return joinBytes([variableLength(BigInt(field << 3)), variableLength(BigInt.asUintN(64, BigInt(value)))]);
}

/** A field with bytes and their number. */
function message(field: number, content: Uint8Array): Uint8Array {
  return joinBytes([
    variableLength(BigInt((field << 3) | 2)),
    variableLength(BigInt(content.length)),
    content,
  ]);
}

const text = (field: number, value: string): Uint8Array => message(field, new TextEncoder().encode(value));

/** Seven bits in each byte, the lowest first. The highest bit says that another byte follows. */
function variableLength(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
