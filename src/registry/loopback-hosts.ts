/** The host names of this machine in an address (RFC 8252 7.3). */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
