import { createClient, fileTokenStore, storedTokens } from '@modport/client';

// Reads the account with the tokens of a store, and prints the status: issuer, client id, store.
const [issuer = '', clientId = '', path = ''] = process.argv.slice(2);
const client = createClient({
  baseUrl: `${issuer}/v1`,
  token: storedTokens(fileTokenStore(path), { issuer, clientId }),
});
const { status } = await client.get('/me');
console.log(`status ${status}`);
