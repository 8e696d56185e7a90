import type { errors as Errors } from 'oidc-provider';
import * as errors from 'oidc-provider/lib/helpers/errors.js';
import * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';

/*
 * The exports of oidc-provider, without its index file. That file only prints a warning for each
 * Node before 22, although modport supports and tests Node 20 (ADR 0015).
 */
export { errors, interactionPolicy, Provider };

/** An error that the library, or a modport rule inside it, sends to a client. */
export type LibraryError = Errors.OIDCProviderError;
