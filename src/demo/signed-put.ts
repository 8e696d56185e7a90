import type { RequestBody, RestClient, Transfer } from './client.js';

/** The maximum number of attempts to send the same bytes. */
export const putAttempts = 3;

/** The request that sends `body` to a signed URL, with all signed headers. */
export function signedPut(
  {
    method,
    url,
    headers,
  }: { method: string; url: string; headers: Readonly<Record<string, string>> },
  body: RequestBody,
  sizeBytes: number,
): Transfer {
  // Set explicitly, because a stream would otherwise use chunked encoding, which stores reject.
  return { method, url, headers: { ...headers, 'Content-Length': String(sizeBytes) }, body };
}

/** The response with its body read, or the connection error. */
export async function attempted(client: RestClient, call: Transfer): Promise<Response | Error> {
  try {
    const response = await client.transfer(call);
    await response.arrayBuffer();
    return response;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The error after the store accepted no attempt. */
export function notTaken(what: string, outcome: Response | Error): Error {
  return outcome instanceof Error
    ? new Error(`the store could not be reached with ${what}`, { cause: outcome })
    : new Error(`the store did not take ${what}: status ${outcome.status}`);
}
