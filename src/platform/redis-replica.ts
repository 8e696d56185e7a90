/**
 * Returns whether a Redis error says that this server is now a replica. After a failover the name
 * of the service points to another server, so the client reconnects.
 */
export function isOfReplica(error: Error): boolean {
  return error.message.startsWith('READONLY');
}
