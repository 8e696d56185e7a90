import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { Tx } from '../../../platform/database/connect.js';
import { CiProvider } from '../../../platform/database/generated/enums.js';
import type { RequestContext } from '../../../request/context.js';

registerEnumType(CiProvider, { name: 'CiProvider', description: 'The form of the tokens.' });

/** The verified origin of a version: what `CiFacts` says of the run that published it. */
@ObjectType({
  simpleResolvers: true,
  description:
    'The run of a workflow that uploaded and published all files of a version, as the issuer of its token states it.',
})
export class Provenance {
  @Field(() => CiProvider)
  readonly provider!: CiProvider;

  @Field(() => String, { description: 'The issuer of the token.' })
  readonly issuer!: string;

  @Field(() => String, {
    description: '`owner/name` at GitHub, the path of the project at GitLab.',
  })
  readonly repository!: string;

  @Field(() => String, { description: 'The stable id of the repository.' })
  readonly repositoryId!: string;

  @Field(() => String, { description: 'The commit that was built.' })
  readonly commit!: string;

  @Field(() => String, { description: 'The branch or tag, such as `refs/tags/v1.0.0`.' })
  readonly ref!: string;

  @Field(() => String, { description: 'The file of the workflow.' })
  readonly workflow!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The environment of the job. Not set if it ran in none.',
  })
  readonly environment!: string | null;

  @Field(() => String, { description: 'The run at GitHub, the pipeline at GitLab.' })
  readonly runId!: string;

  @Field(() => String, { description: 'The page of the run.' })
  readonly runUrl!: string;
}

/**
 * The origin of the files `artifactIds` of a version. Null unless the viewer is a run of a trusted
 * publisher that uploaded all of these files; also null without files. Uploads with another token
 * of the same run count, for example after the first token expired. So a person cannot give a file
 * the origin of a repository.
 */
export async function provenanceOf(
  tx: Tx,
  { viewer }: RequestContext,
  artifactIds: readonly string[],
): Promise<Provenance | null> {
  const ciRunId = viewer.kind === 'user' ? viewer.credential.ciRunId : undefined;
  if (ciRunId === undefined || artifactIds.length === 0) return null;
  const [run] = await tx.$queryRaw<{ facts: Provenance; isWhole: boolean }[]>`
    select r.facts, (
      select coalesce(bool_and(o.id is not null), false)
      from artifacts a
      left join upload_sessions u on u.id = a.upload_id
      left join ci_runs o on o.id = u.ci_run_id and o.issuer = r.issuer
        and o.facts->>'repositoryId' = r.facts->>'repositoryId'
        and o.facts->>'runId' = r.facts->>'runId'
        and o.facts->>'commit' = r.facts->>'commit'
      where a.id = any(${[...artifactIds]}::uuid[])) as "isWhole"
    from ci_runs r where r.id = ${ciRunId}::uuid`;
  return run?.isWhole ? run.facts : null;
}
