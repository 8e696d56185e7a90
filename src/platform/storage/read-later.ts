/**
 * The bytes that `read` opens, which it does when the first of them is needed. For consumers that
 * may fail before they take any: bytes that are opened and never taken keep their file or
 * connection open. Throws the errors of `read` to the consumer.
 */
export async function* readLater(
  read: () => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  yield* await read();
}
