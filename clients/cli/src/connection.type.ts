import type { Client } from '@modport/client';

/** A selected service. */
export interface Connection {
  /** Its origin, such as `https://mods.example`. */
  readonly server: string;
  readonly client: Client;
  /** Whether requests carry a credential. The service may still refuse it. */
  readonly hasCredential: boolean;
}
