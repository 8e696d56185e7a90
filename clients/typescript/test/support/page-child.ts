import { createClient, downloadBlob, downloadToStream, items, plan } from '@modport/client';

// The functions that the tests call in a page. `listed` and `planned` return slugs, and
// `downloaded` a size and a SHA-256. None throws: `streamed` returns the state of its stream, and
// the others return the name of an error.

const named = async <T>(work: () => Promise<T>): Promise<T | string> => {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
};

Object.assign(globalThis, {
  listed: (baseUrl: string, game: string) =>
    named(async () => {
      const slugs: string[] = [];
      const query = { game_slug: game, limit: 2 };
      const client = createClient({ baseUrl });
      for await (const { slug } of items(client, '/mods', { params: { query } })) slugs.push(slug);
      return slugs;
    }),

  planned: (baseUrl: string, game: string, modId: string) =>
    named(async () => {
      const result = await plan(createClient({ baseUrl }), { game_slug: game, mod_ids: [modId] });
      return result.items.map(({ slug }) => slug);
    }),

  downloaded: (baseUrl: string, artifactId: string) =>
    named(async () => {
      const { blob, sha256 } = await downloadBlob(createClient({ baseUrl }), artifactId);
      return { size: blob.size, sha256 };
    }),

  streamed: async (baseUrl: string, artifactId: string) => {
    const result = { bytes: 0, end: 'open' };
    const stream = new WritableStream<Uint8Array>({
      write(chunk) {
        result.bytes += chunk.length;
      },
      close() {
        result.end = 'closed';
      },
      abort() {
        result.end = 'aborted';
      },
    });
    await named(() => downloadToStream(createClient({ baseUrl }), artifactId, stream));
    return result;
  },
});
