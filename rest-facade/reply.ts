/**
 * How the data of an operation becomes a response. A path such as `job.statusEndpoint` leads from
 * the root field to a value, by wire names. Paths in `beside` may not end at a hidden alias such as
 * `_etag`; other paths may.
 */
export interface ReplyRule {
  /** `one` sends `{data}`, `list` sends `{data, pagination}`, `none` has no body. */
  readonly shape: 'one' | 'list' | 'none';
  readonly status: 200 | 201 | 202 | 204;
  /** This status replaces `status` if the value at `path` is false, null or absent. */
  readonly otherwise?: { readonly path: string; readonly status: 200 };
  /**
   * The value of `Location`: a path, or a template under the canonical namespace such as
   * `/mods/{id}`. A response has no `Location` if its status is 200, or if the value at a path is
   * null.
   */
  readonly location?: string;
  /** Members next to `data`, such as `status.progress`, each with the path of its value. */
  readonly beside: Readonly<Record<string, string>>;
  /** Further response headers, each with the path of its value; null sends none. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Extras {
  readonly beside?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const extras = ({ beside = {}, headers = {} }: Extras) => ({ beside, headers });

/** 200 with one resource. */
export const ok = (more: Extras = {}): ReplyRule => ({
  shape: 'one',
  status: 200,
  ...extras(more),
});

/** 200 with a page; the root field selects `items` and `pagination`. */
export const okList = (more: Extras = {}): ReplyRule => ({
  shape: 'list',
  status: 200,
  ...extras(more),
});

/** 201 with the new resource and, if given, its address. */
export const created = ({ location, ...more }: Extras & { location?: string } = {}): ReplyRule => ({
  shape: 'one',
  status: 201,
  ...(location === undefined ? {} : { location }),
  ...extras(more),
});

/** 201 if the value at `created` is true, otherwise 200 with the existing resource. */
export const okOrCreated = (
  rule: Extras & { readonly created: string; readonly location?: string },
): ReplyRule => ({
  ...created(rule),
  otherwise: { path: rule.created, status: 200 },
});

/**
 * 202 with the address to poll, if `location` is given. With `when`, 200 without an address if the
 * value at the path `when` is false, null or absent.
 */
export const accepted = (
  rule: Extras & { readonly location?: string; readonly when?: string } = {},
): ReplyRule => ({
  shape: 'one',
  status: 202,
  ...(rule.location === undefined ? {} : { location: rule.location }),
  ...(rule.when === undefined ? {} : { otherwise: { path: rule.when, status: 200 } }),
  ...extras(rule),
});

/** 204. */
export const noContent = (): ReplyRule => ({ shape: 'none', status: 204, beside: {}, headers: {} });

/** Every possible status of a reply, the usual one first. */
export function statusesOf(reply: ReplyRule): readonly number[] {
  return reply.otherwise ? [reply.status, reply.otherwise.status] : [reply.status];
}
