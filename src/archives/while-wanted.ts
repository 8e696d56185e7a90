/** Yields the chunks until the signal aborts, because the process stops or the job lost its lease. */
export async function* whileWanted(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
}
