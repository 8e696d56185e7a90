import { type OutboundAnswer, OutboundFailed, type OutboundRequest, send } from './send.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Providers hand over to a content network once, and some of them through another host. */
const REDIRECTS_MAX = 4;

/** An answer that is no redirect, and where it came from in the end. */
export interface FollowedAnswer extends OutboundAnswer {
  readonly url: string;
}

/**
 * Sends a request and goes on where it is redirected, each hop held against the same policy.
 * Throws TargetRefused and OutboundFailed.
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
