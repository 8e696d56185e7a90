import { ConfigError, loadConfig } from '../../src/config/config.js';

/** The message of the ConfigError for these variables, or `accepted`. */
export function complaint(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}
