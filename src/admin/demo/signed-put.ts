import type { RequestBody, RestClient, Transfer } from './client.js';

/** How often the same bytes are offered to the store. */
export const putAttempts = 3;

/** The call that carries `body` to where a signature points, with every header that it names. */
export function signedPut(
  {
    method,
    url,
    headers,
  }: { method: string; url: string; headers: Readonly<Record<string, string>> },
  body: RequestBody,
  sizeBytes: number,
): Transfer {
  // Stated, so that a stream is not sent in chunks of unknown number, which stores refuse.
  return { method, url, headers: { ...headers, 'Content-Length': String(sizeBytes) }, body };
}

/** The response with its body read, or the error of a connection that broke. */
export async function attempted(client: RestClient, call: Transfer): Promise<Response | Error> {
  try {
    const response = await client.transfer(call);
    await response.arrayBuffer();
    return response;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The error of a store that took no attempt. */
export function notTaken(what: string, outcome: Response | Error): Error {
  return outcome instanceof Error
    ? new Error(`the store could not be reached with ${what}`, { cause: outcome })
    : new Error(`the store did not take ${what}: status ${outcome.status}`);
}
