/** Small ONNX models for tests, written byte by byte: no download, no other tool. */

/** A protobuf message under construction. */
class Message {
  readonly #bytes: number[] = [];

  int(field: number, value: number | bigint): this {
    return this.#tag(field, 0).#varint(BigInt(value));
  }

  bytes(field: number, value: Uint8Array): this {
    this.#tag(field, 2).#varint(BigInt(value.length));
    for (const byte of value) this.#bytes.push(byte);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value));
  }

  message(field: number, value: Message): this {
    return this.bytes(field, value.write());
  }

  each<Item>(items: readonly Item[], add: (to: this, item: Item) => void): this {
    for (const item of items) add(this, item);
    return this;
  }

  write(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  #tag(field: number, wire: number): this {
    return this.#varint(BigInt(field * 8 + wire));
  }

  #varint(value: bigint): this {
    let left = value;
    for (; left > 127n; left >>= 7n) this.#bytes.push(Number(left & 127n) | 128);
    this.#bytes.push(Number(left));
    return this;
  }
}

const types = { float: 1, int64: 7, string: 8, bool: 9 } as const;
type Type = keyof typeof types;

type Node = {
  readonly op: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly domain?: string;
  readonly attributes?: readonly Message[];
};

type Value = { readonly name: string; readonly type: Type; readonly shape: readonly number[] };

type Graph = {
  readonly nodes: readonly Node[];
  readonly constants?: readonly Message[];
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
};

function constant(
  name: string,
  type: Type,
  shape: readonly number[],
  data: ArrayBufferView,
): Message {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new Message()
    .each(shape, (to, size) => to.int(1, size))
    .int(2, types[type])
    .text(8, name)
    .bytes(9, raw);
}

function toNode({ op, from, to, domain = '', attributes = [] }: Node): Message {
  return new Message()
    .each(from, (node, name) => node.text(1, name))
    .each(to, (node, name) => node.text(2, name))
    .text(4, op)
    .each(attributes, (node, attribute) => node.message(5, attribute))
    .text(7, domain);
}

/** A size below zero is one that is not known before. */
function toValue({ name, type, shape }: Value): Message {
  const dimensions = new Message().each(shape, (to, size) =>
    to.message(1, size < 0 ? new Message().text(2, 'n') : new Message().int(1, size)),
  );
  const tensor = new Message().int(1, types[type]).message(2, dimensions);
  return new Message().text(1, name).message(2, new Message().message(1, tensor));
}

function toGraph({ nodes, constants = [], inputs, outputs }: Graph): Message {
  return new Message()
    .each(nodes, (graph, node) => graph.message(1, toNode(node)))
    .text(2, 'test')
    .each(constants, (graph, one) => graph.message(5, one))
    .each(inputs, (graph, input) => graph.message(11, toValue(input)))
    .each(outputs, (graph, output) => graph.message(12, toValue(output)));
}

function toModel(graph: Graph): Uint8Array {
  return new Message()
    .int(1, 8)
    .message(7, toGraph(graph))
    .message(8, new Message().text(1, '').int(2, 13))
    .message(8, new Message().text(1, 'ai.onnx.ml').int(2, 2))
    .write();
}

const ids = { name: 'input_ids', type: 'int64', shape: [1, -1] } as const;
const mask = { name: 'attention_mask', type: 'int64', shape: [1, -1] } as const;
const logits = { name: 'logits', type: 'float', shape: [1, 2] } as const;
const float = (...values: readonly number[]): Float32Array => Float32Array.from(values);
const int = (...values: readonly number[]): BigInt64Array => BigInt64Array.from(values.map(BigInt));

/** A linear classifier over the pieces of a text: what each says for [fine, attack], summed up. */
export function linearModel(
  weights: readonly (readonly [fine: number, attack: number])[],
): Uint8Array {
  return toModel({
    nodes: [
      { op: 'Gather', from: ['weights', 'input_ids'], to: ['said'] },
      {
        op: 'ReduceSum',
        from: ['said', 'axes'],
        to: ['summed'],
        attributes: [flag('keepdims', 0)],
      },
      { op: 'Add', from: ['summed', 'bias'], to: ['logits'] },
    ],
    constants: [
      constant('weights', 'float', [weights.length, 2], float(...weights.flat())),
      constant('axes', 'int64', [1], int(1)),
      constant('bias', 'float', [2], float(1, -1)),
    ],
    inputs: [ids, mask],
    outputs: [logits],
  });
}

/** Says that one text is an attack for certain, and of each other that it is not. */
export function wholeTextModel(attack: string): Uint8Array {
  return toModel({
    nodes: [
      {
        op: 'LabelEncoder',
        domain: 'ai.onnx.ml',
        from: ['text'],
        to: ['attack'],
        attributes: [
          new Message().text(1, 'keys_strings').text(9, attack).int(20, 8),
          listOf('values_floats', 1),
          new Message().text(1, 'default_float').bytes(2, new Uint8Array(0)).int(20, 1),
        ],
      },
      { op: 'Sub', from: ['one', 'attack'], to: ['fine'] },
      {
        op: 'Concat',
        from: ['fine', 'attack'],
        to: ['scores'],
        attributes: [flag('axis', 0)],
      },
    ],
    constants: [constant('one', 'float', [1], float(1))],
    inputs: [{ name: 'text', type: 'string', shape: [1] }],
    outputs: [{ name: 'scores', type: 'float', shape: [2] }],
  });
}

/** Never comes to an end. */
export function endlessModel(): Uint8Array {
  const scalar = (name: string, type: Type): Value => ({ name, type, shape: [] });
  const body = toGraph({
    nodes: [
      { op: 'Identity', from: ['on'], to: ['still_on'] },
      { op: 'Sin', from: ['value'], to: ['next'] },
    ],
    inputs: [scalar('turn', 'int64'), scalar('on', 'bool'), { ...logits, name: 'value' }],
    outputs: [scalar('still_on', 'bool'), { ...logits, name: 'next' }],
  });
  return toModel({
    nodes: [
      {
        op: 'Loop',
        from: ['turns', 'always', 'start'],
        to: ['logits'],
        attributes: [new Message().text(1, 'body').message(6, body).int(20, 5)],
      },
    ],
    constants: [
      constant('turns', 'int64', [], int(Number.MAX_SAFE_INTEGER)),
      constant('always', 'bool', [], Uint8Array.of(1)),
      constant('start', 'float', [1, 2], float(1, 2)),
    ],
    inputs: [ids, mask],
    outputs: [logits],
  });
}

function flag(name: string, value: number): Message {
  return new Message().text(1, name).int(3, value).int(20, 2);
}

function listOf(name: string, ...values: readonly number[]): Message {
  const packed = new Uint8Array(float(...values).buffer);
  return new Message().text(1, name).bytes(7, packed).int(20, 6);
}
