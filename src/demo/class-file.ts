const java17 = 61;
const publicSuper = 0x21;

/** Creates an empty but valid public Java class; `name` is its binary name with slashes. */
export function classFile(name: string): Buffer {
  const source = `${name.slice(name.lastIndexOf('/') + 1)}.java`;
  return Buffer.concat([
    Buffer.from('cafebabe', 'hex'),
    words(0, java17),
    words(7),
    text(name),
    classAt(1),
    text('java/lang/Object'),
    classAt(3),
    text('SourceFile'),
    text(source),
    words(publicSuper, 2, 4),
    // No interfaces, fields or methods; one attribute: the name of the source file.
    words(0, 0, 0, 1),
    words(5, 0, 2, 6),
  ]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2);
  return bytes;
}

/** A CONSTANT_Utf8 entry of the constant pool. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([Buffer.from([1]), words(bytes.length), bytes]);
}

/** A CONSTANT_Class entry that names the Utf8 entry `index`. */
function classAt(index: number): Buffer {
  return Buffer.concat([Buffer.from([7]), words(index)]);
}
