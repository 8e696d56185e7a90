import { stringifyDocument } from '@urql/core';
import { createClient, NetworkError } from 'graphql-sse';
import { readOtherUser } from './client';
import { hasOtherUser, onOtherUser, pageHeaders } from './page-user';
import type { Topic } from './topics';

/** The callbacks of a stream about a topic. */
interface Follower {
  /** The stream is open. From now on, each change is reported. */
  onOpen(): void;
  /** The data of the topic changed. The event does not contain them. */
  onChange(): void;
  /** The stream has ended or did not open. No change is reported until the next `onOpen`. */
  onLost(): void;
}

/**
 * The service sends a comment every 12 seconds. Without a byte for this long, the connection is
 * dead.
 */
const SILENT_MILLISECONDS = 30_000;
/** The average wait before a lost stream is opened again. */
const RETRY_MILLISECONDS = 15_000;

/**
 * Follows a topic, and returns a function that ends this. A stream that breaks off or does not open
 * is opened again. A stream that the service refuses with a GraphQL error or 403 stays closed after
 * `onLost`, because the user may not read the topic.
 *
 * While another user is signed in (`hasOtherUser`), no stream opens. A call during this time reads
 * once who is signed in. Closed streams, also refused ones, open when `hasOtherUser` becomes false.
 * Throws nothing.
 */
export function follow(topic: Topic, follower: Follower): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leave = () => {};
  let hasEnded = false;
  // Whether a stream is open, or a timer opens one.
  let isGoing = false;
  const open = () => {
    isGoing = !hasOtherUser();
    if (!isGoing) return;
    let isRefused = false;
    const lost = () => {
      // The library also calls this soon after `leave`, and then no stream may follow.
      if (hasEnded) return;
      follower.onLost();
      // A random wait, so that pages do not all connect at once after a restart of the service.
      const wait = RETRY_MILLISECONDS * (0.5 + Math.random());
      isGoing = !isRefused;
      if (isGoing) timer = setTimeout(open, wait);
    };
    leave = subscribe(topic, () => hasEnded || follower.onOpen(), {
      next({ errors }) {
        if (errors) isRefused = true;
        else if (!hasEnded) follower.onChange();
      },
      error(error) {
        isRefused ||= isForbidden(error);
        lost();
        if (isRefused) void readOtherUser();
      },
      complete: lost,
    });
  };
  const forget = onOtherUser(() => isGoing || open());
  open();
  if (!isGoing) void readOtherUser();
  return () => {
    hasEnded = true;
    forget();
    clearTimeout(timer);
    leave();
  };
}

/** Opens a stream about a topic, and returns a function that closes it. */
function subscribe(
  { document, id }: Topic,
  connected: () => void,
  sink: Parameters<typeof client.subscribe>[1],
): () => void {
  const operation = { query: stringifyDocument(document), variables: { id } };
  return client.subscribe(operation, sink, { connected });
}

/** Whether the service refused a stream to the user, or to another user than that of the page. */
function isForbidden(error: unknown): boolean {
  return error instanceof NetworkError && error.response?.status === 403;
}

const client = createClient({
  url: '/graphql',
  // Views poll while a stream is closed, so only `follow` decides when to connect again.
  retryAttempts: 0,
  headers: pageHeaders,
  fetchFn: fetchWatched,
});

/** Breaks a response off when no byte arrives for too long. */
async function fetchWatched(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok || !response.body) return response;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => watch(controller),
    transform(bytes, controller) {
      watch(controller);
      controller.enqueue(bytes);
    },
    flush: () => clearTimeout(timer),
  });
  function watch(controller: TransformStreamDefaultController<Uint8Array>): void {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new Error('silent')), SILENT_MILLISECONDS);
  }
  return new Response(response.body.pipeThrough(watched), response);
}
