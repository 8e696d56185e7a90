import { Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads } from '../../../request/operation-facts.js';
import { Scoped } from '../../../request/scoped.js';
import { readSystemStatus } from './read-system.js';
import { SystemStatus } from './system.type.js';

/** The state of the service, for administrators. */
@Resolver()
export class SystemResolver {
  @Query(() => SystemStatus, {
    description: 'Queues, scanner, stores, search and deliveries, as they are now. For admins.',
  })
  @Scoped('required')
  @Reads('admin')
  systemStatus(@Ctx() ctx: RequestContext): Promise<SystemStatus> {
    return readSystemStatus(ctx);
  }
}
