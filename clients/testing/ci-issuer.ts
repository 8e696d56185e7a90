import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** How the issuer responds: correctly (`well`), or with one kind of fault. */
type Mode = 'well' | 'down' | 'silent' | 'endless' | 'not-json' | 'other-name' | 'other-origin';

/** An issuer of CI tokens on this machine: discovery, a key set, and tokens. */
export interface CiIssuer {
  readonly url: string;
  /** The number of requests that it has received. */
  requests(): number;
  behave(mode: Mode): void;
  /** Replaces its key, also in the published set. Signs later tokens with the new one. */
  rotate(): Promise<void>;
  /** Signs claims with its current key. `kid` replaces the key id in the header. */
  sign(claims: JWTPayload, options?: { readonly kid?: string }): Promise<string>;
  /** Adds a key to the published set. */
  publish(key: object): void;
  stop(): Promise<void>;
}

/** Starts an issuer on a free port. */
export async function startCiIssuer(): Promise<CiIssuer> {
  let mode: Mode = 'well';
  let requests = 0;
  let made = 0;
  let key = await newKey('key-0');
  const others: object[] = [];
  let url = '';
  const server = createServer((req, res) => {
    requests += 1;
    respond(mode, req, res, { url, keys: [key.jwk, ...others] });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${portOf(server)}`;
  return {
    url,
    requests: () => requests,
    behave(next) {
      mode = next;
    },
    async rotate() {
      made += 1;
      key = await newKey(`key-${made}`);
    },
    sign: (claims, { kid = key.kid } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key.privateKey),
    publish: (other) => void others.push(other),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return { kid, privateKey, jwk };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the issuer has no port');
  return address.port;
}

interface Published {
  readonly url: string;
  readonly keys: readonly object[];
}

function respond(mode: Mode, req: IncomingMessage, res: ServerResponse, { url, keys }: Published) {
  const json = (value: object) => {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(value));
  };
  if (mode === 'silent') return;
  if (mode === 'down') return void res.writeHead(500).end();
  if (mode === 'not-json') return void res.end('<html>');
  if (mode === 'endless') {
    const more = () =>
      void (res.write('x'.repeat(65_536)) ? setImmediate(more) : res.once('drain', more));
    return more();
  }
  if (req.url === '/keys') return json({ keys });
  const issuer = mode === 'other-name' ? 'https://issuer.example' : url;
  const place = mode === 'other-origin' ? 'http://127.0.0.1:1/keys' : `${url}/keys`;
  json({ issuer, jwks_uri: place });
}
