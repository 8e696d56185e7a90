import { type Config, publicUrlOf } from '../config/config.js';

/** The ports on which a service listens. */
export interface Ports {
  readonly port: number;
  /** Null without `ADMIN_PORT`. */
  readonly adminPort: number | null;
}

/** The URLs of a service on this machine, and the one that clients use. None ends with a slash. */
export interface ServiceUrls {
  readonly localUrl: string;
  /** The URL of health and metrics for operators; null without `ADMIN_PORT`. */
  readonly adminUrl: string | null;
  readonly publicUrl: string;
}

/** The URLs of a service that listens on these ports. */
export function urlsOf(config: Config, { port, adminPort }: Ports): ServiceUrls {
  const here = { host: config.host, publicUrl: undefined };
  return {
    localUrl: publicUrlOf(here, port),
    adminUrl: adminPort === null ? null : publicUrlOf(here, adminPort),
    publicUrl: publicUrlOf(config, port),
  };
}
