/** How often each rule was right: counted by the gateway over all reviews, and how far reviewers agree. */
import type { ReactNode } from 'react';
import { get } from '../api.ts';
import { toHref } from '../address.ts';
import { Empty, Loading, ProblemNotice } from '../design/notice.tsx';
import { Table } from '../design/table.tsx';
import type { FacetAnswer } from '../explorer/facets.tsx';
import { Link } from '../link.tsx';
import { useResource } from '../resource.ts';
import { type Agreement, readAgreement } from './agreement.ts';

type Counts = ReadonlyMap<string, number>;
type Verdicts = { readonly confirmed: Counts; readonly false: Counts; readonly reviewed: Counts };

async function countRules(review: string, signal: AbortSignal): Promise<Counts> {
  const asked = { q: `review:${review}`, fields: 'rule', values: 200 };
  const { fields } = await get<FacetAnswer>('/v1/audit/facets', asked, signal);
  return new Map(fields['rule']?.map(({ value, count }) => [value, count]));
}

async function readVerdicts(signal: AbortSignal): Promise<Verdicts> {
  const [confirmed, wrong, reviewed] = await Promise.all([
    countRules('confirmed', signal),
    countRules('false_positive', signal),
    countRules('open,confirmed,false_positive,closed', signal),
  ]);
  return { confirmed, false: wrong, reviewed };
}

export function Rules(): ReactNode {
  const verdicts = useResource('verdicts', readVerdicts);
  const agreements = useResource('agreements', readAgreement);
  const problem = verdicts.problem ?? agreements.problem;
  if (problem !== undefined) {
    const retry = (): void => {
      verdicts.reload();
      agreements.reload();
    };
    return <ProblemNotice problem={problem} retry={retry} />;
  }
  if (verdicts.value === undefined) return <Loading lines={8} />;
  const { confirmed, false: wrong, reviewed } = verdicts.value;
  if (reviewed.size === 0) return <Empty title="Nothing was reviewed yet" />;
  const heads = ['Rule', '#Reviewed', '#Confirmed', '#False positives', '#Reviewers agree'];
  return (
    <Table label="Rules" heads={heads}>
      {[...reviewed].map(([rule, all]) => (
        <tr key={rule}>
          <td>
            <Link href={`${toHref(['entries'])}?${toQuery(rule)}`}>{rule}</Link>
          </td>
          <td className="number">{all}</td>
          <td className="number">{confirmed.get(rule) ?? 0}</td>
          <td className="number">
            {wrong.get(rule) ?? 0} ({Math.round((100 * (wrong.get(rule) ?? 0)) / all)} %)
          </td>
          <td className="number">{describe(agreements.value?.get(rule))}</td>
        </tr>
      ))}
    </Table>
  );
}

const toQuery = (rule: string): string =>
  new URLSearchParams({ q: `rule:${rule} -review:none`, from: 'all' }).toString();

function describe(agreement: Agreement | undefined): string {
  if (agreement === undefined) return '';
  return `${Math.round((100 * agreement.agreed) / agreement.twice)} % of ${agreement.twice}`;
}
