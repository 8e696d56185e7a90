import { type OutboundAnswer, OutboundFailed, type OutboundRequest, send } from './send.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Providers redirect once to a content network, some of them through another host. */
const REDIRECTS_MAX = 4;

/** A response that is no redirect, with its final URL. */
export interface FollowedAnswer extends OutboundAnswer {
  readonly url: string;
}

/**
 * Sends a request and follows redirects. Each hop must satisfy the same policy. Throws
 * TargetRefused and OutboundFailed.
 */
export async function follow(request: OutboundRequest): Promise<FollowedAnswer> {
  let url = request.url;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const answer = await send({ ...request, url });
    const location = answer.headers['location'];
    if (!REDIRECTS.has(answer.status) || location === undefined) return { ...answer, url };
    answer.close();
    url = nextOf(location, url);
  }
  throw new OutboundFailed(`${new URL(url).hostname} redirects without end`);
}

function nextOf(location: string, from: string): string {
  try {
    return new URL(location, from).href;
  } catch (cause) {
    throw new OutboundFailed(`${new URL(from).hostname} redirects to no address`, { cause });
  }
}
