/**
 * Whether a Redis error says that this server is a replica now. The name of the service leads to
 * another server after a failover, so the client connects anew.
 */
export function isOfReplica(error: Error): boolean {
  return error.message.startsWith('READONLY');
}
