/** One attempt of a request, as its caller saw it. */
export interface Attempt {
  readonly caller: string;
  /** The action, such as `edit mod`. */
  readonly operation: string;
  readonly beginMs: number;
  readonly endMs: number;
  /** The limit within which the request must end. */
  readonly limitMs: number;
  /** Null if no response arrived. */
  readonly status: number | null;
  /** The code of the problem document; null for other responses. */
  readonly code: string | null;
  /** Why no response arrived. */
  readonly failure: 'timeout' | 'connection' | null;
  /** Whether the object store responded, whose errors are not those of the service. */
  readonly isStore: boolean;
  /** The code of the refusal that must come; null if none must. */
  readonly expects: string | null;
}

/** A write that the service acknowledged, and what that promised. */
export type Promised =
  | { readonly kind: 'mod'; readonly modId: string; readonly mark: string }
  | { readonly kind: 'edit'; readonly modId: string; readonly serial: number }
  | {
      readonly kind: 'version';
      readonly modId: string;
      readonly versionId: string;
      readonly name: string;
    }
  | { readonly kind: 'file'; readonly versionId: string; readonly sha256: string }
  | { readonly kind: 'publication'; readonly modId: string; readonly versionId: string };

/** A promise with the caller and the time of the response. */
export type Acknowledged = Promised & { readonly caller: string; readonly atMs: number };

/** A read of a caller's own mod. */
export interface OwnRead {
  readonly caller: string;
  readonly modId: string;
  readonly beginMs: number;
  /** The edit that the mod showed. */
  readonly serial: number;
  /** The ids of the published versions; null if the read did not list them. */
  readonly versionIds: readonly string[] | null;
}

/** A use of an OAuth token to which the service responded. */
export interface TokenUse {
  readonly caller: string;
  /** The state that the service had acknowledged before. */
  readonly state: 'issued' | 'revoked';
  readonly isAccepted: boolean;
  readonly atMs: number;
}

/** A file with malware, and whether its version could be published. */
export interface InfectedFile {
  readonly caller: string;
  readonly versionId: string;
  readonly sha256: string;
  readonly isPublished: boolean;
}

/** A complete download. */
export interface Download {
  readonly caller: string;
  readonly artifactId: string;
  readonly expected: string;
  readonly actual: string;
  readonly atMs: number;
}

/** A webhook as received. */
export interface Delivery {
  readonly caller: string;
  readonly eventId: string;
  readonly deliveryId: string;
  readonly kind: string;
  readonly isGenuine: boolean;
  readonly atMs: number;
}

/** Everything that the callers saw. */
export interface Recorded {
  readonly attempts: Attempt[];
  readonly acknowledged: Acknowledged[];
  readonly reads: OwnRead[];
  readonly downloads: Download[];
  readonly tokenUses: TokenUse[];
  readonly infected: InfectedFile[];
}

/** An empty record. */
export function createRecord(): Recorded {
  return { attempts: [], acknowledged: [], reads: [], downloads: [], tokenUses: [], infected: [] };
}
