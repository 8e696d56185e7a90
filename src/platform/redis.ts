/**
 * The code of an error that Redis replied with, such as `READONLY`; null for other errors. Clients
 * of Redis give such errors no code: by the protocol (RESP) it is the first word of the text.
 */
export function replyCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return null;
  return /^[A-Z]+/.exec(error.message)?.[0] ?? null;
}

/**
 * Returns whether a Redis error says that this server is now a replica. After a failover the name
 * of the service points to another server, so the client reconnects.
 */
export function isOfReplica(error: Error): boolean {
  return replyCodeOf(error) === 'READONLY';
}
