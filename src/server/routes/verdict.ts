/** What a ruling is told as by the gateway's own API; that of thousands of findings is written some at a time. */
import type { Ruling } from '../../governance/decision.ts';
import type { Finding } from '../../governance/finding.ts';
import type { Stage } from '../../governance/interaction.ts';
import { reasonOf } from '../../governance/reason.ts';
import { type Step, stepItems, type Steps, takeSteps, toBytes } from '../../proxy/steps.ts';
import type { Verdict } from '../governance-schemas.ts';

/** All but its findings, which `writeVerdict` adds. */
type Told = Omit<Verdict, 'findings'>;

export function toVerdict(stage: Stage, ruling: Ruling, decisionId: string): Told {
  const approved = ruling.action === 'allow' || ruling.action === 'flag';
  const enforced = ruling.fired.filter(({ mode }) => mode === 'enforce');
  return {
    status: approved ? 'approved' : 'blocked',
    policy_triggered: approved ? null : (ruling.decisive?.policy ?? 'gateway'),
    rule_triggered: approved ? null : (ruling.decisive?.rule ?? 'failed-check'),
    action: ruling.action,
    reason: ruling.action === 'allow' ? null : reasonOf(ruling),
    flags: enforced
      .filter(({ action }) => action === 'flag')
      .map(({ policy, rule, message }) => ({ policy, rule, message })),
    shadow: ruling.fired
      .filter(({ mode }) => mode === 'shadow')
      .map(({ policy, rule, action, mode, message }) => ({ policy, rule, action, mode, message })),
    decision_id: decisionId,
    policy_version: ruling.policyVersion,
  };
}

/** The answer's body: bytes only where there are so many findings that writing them would keep others waiting. */
export function writeVerdict(
  told: Told,
  ruling: Ruling,
  step: Step,
): Verdict | Promise<Uint8Array> {
  const tell = createTeller(ruling);
  if (ruling.findings.length <= stepItems) return { ...told, findings: ruling.findings.map(tell) };
  return takeSteps(toBytes(writeJson(told, ruling.findings, tell)), step);
}

type Teller = (finding: Finding) => Verdict['findings'][number];

function* writeJson(told: Told, findings: readonly Finding[], tell: Teller): Steps<string> {
  const stretches: string[] = [];
  for (let from = 0; from < findings.length; from += stepItems) {
    const some = findings.slice(from, from + stepItems).map(tell);
    stretches.push(JSON.stringify(some).slice(1, -1));
    yield;
  }
  return `${JSON.stringify(told).slice(0, -1)},"findings":[${stretches.join(',')}]}`;
}

/** A rule in shadow decided nothing: what it would have done stands under `shadow`. */
function createTeller({ fired }: Ruling): Teller {
  const acted = new Set(
    fired.filter(({ mode }) => mode === 'enforce').map(({ policy, rule }) => `${policy}/${rule}`),
  );
  return ({ category, severity, confidence, rule, spans, decoded }) => {
    const { start, end } = spans[0] ?? { start: 0, end: 0 };
    return {
      category,
      severity,
      confidence,
      rule: rule !== undefined && acted.has(rule) ? rule : null,
      start,
      end,
      ...(decoded === undefined ? {} : { decoded: [...decoded] }),
    };
  };
}
