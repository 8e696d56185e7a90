import { graphql, parse } from 'graphql';
import { buildDomainSchema, createGateway, toRegistered } from '../../../src/graphql/index.js';
import { noteVariableFaults } from '../../../src/graphql/variable-faults.js';
import { startSession } from '../../../src/modules/identity/index.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Json } from '../../actors.js';
import type { World } from '../../harness.js';

/** A user who is signed in with a browser session and sends operations. */
export interface SignedIn {
  readonly userId: string;
  /** The header of the browser. */
  readonly cookie: string;
  /** Returns the data of an operation. Throws if it is refused. */
  run(source: string, variables?: Record<string, unknown>): Promise<Json>;
  /**
   * Returns the code of a refusal and the fields that it names. Throws if the operation succeeds.
   */
  refusal(source: string, variables?: Record<string, unknown>): Promise<Json>;
}

const schema = buildDomainSchema();

/** Signs an account in, with or without a second factor. */
export async function signIn(
  world: World,
  userId: string,
  { aal2 = true }: { aal2?: boolean } = {},
): Promise<SignedIn> {
  const { platform } = world;
  const system = createSystemContext(platform, 'test');
  const { token } = await startSession(system, { userId, aal2 });
  const gateway = createGateway(platform, schema);
  const send = async (source: string, variables: Record<string, unknown> = {}) => {
    const contextValue = await gateway.open({ ...system.request, sessionToken: token });
    const result = await graphql({ schema, source, contextValue, variableValues: variables });
    const given = { schema, document: parse(source), variables, named: 'variable' } as const;
    noteVariableFaults(result.errors ?? [], given);
    return result;
  };
  return {
    userId,
    cookie: `modport_session=${token}`,
    async run(source, variables) {
      const { data, errors } = await send(source, variables);
      if (errors?.[0]) throw toRegistered(errors[0], platform.log);
      return data;
    },
    async refusal(source, variables) {
      const { errors } = await send(source, variables);
      if (!errors?.[0]) throw new Error('it was not refused');
      const { code, extensions } = toRegistered(errors[0], platform.log);
      return extensions.fields ? [code, extensions.fields] : code;
    },
  };
}
