import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { type AuditEntry, AuditEntryPage, AuditListArgs } from './audit.type.js';
import { listEntries } from './list-entries.js';

/** Query for the audit log of changes and refusals. */
@Resolver()
export class AuditResolver {
  @Query(() => AuditEntryPage, { description: 'Newest first. For admins.' })
  @Scoped('required')
  listAuditEntries(
    @Ctx() ctx: RequestContext,
    @Args(() => AuditListArgs) args: AuditListArgs,
  ): Promise<Page<AuditEntry>> {
    return listEntries(ctx, args, args);
  }
}
