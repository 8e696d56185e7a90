import type { Adapter, AdapterFactory } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.js';
import type { IssuerSettings } from '../config/settings.js';
import { recordAdapter } from './adapter.js';
import {
  accessTokenAdapter,
  clientAdapter,
  interactionAdapter,
  oauthGrantAdapter,
  webSessionAdapter,
} from './adapters.js';
import { deviceCodeAdapter } from './device-codes.js';

/** Selects the adapter for each kind of the library's records. */
export function createAdapters(platform: Platform, settings: IssuerSettings): AdapterFactory {
  return (kind): Adapter => {
    if (kind === 'Client') return clientAdapter(platform, settings);
    if (kind === 'Session') return webSessionAdapter(platform);
    if (kind === 'DeviceCode') return deviceCodeAdapter(platform);
    if (kind === 'AccessToken') return accessTokenAdapter(platform);
    if (kind === 'Grant') return oauthGrantAdapter(platform);
    if (kind === 'Interaction') return interactionAdapter(platform);
    return recordAdapter(platform, kind);
  };
}
