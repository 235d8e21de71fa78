/** Opens the parts of a writer in the order in which each can rely on the one before. */
import { Belongings } from './belongings.ts';
import { ContentLog } from './content/content-log.ts';
import { keyStorePath } from './content/key-store.ts';
import { Vault } from './content/vault.ts';
import { Intake } from './intake.ts';
import { Journal } from './journal.ts';
import type { Gap, Resumption } from './journal-options.ts';
import { lockPath } from './lock.ts';
import { findMasterKey } from './master-key.ts';
import { Pairing } from './pairing.ts';
import { createPrivacy } from './privacy.ts';
import type { Privacy } from './privacy.ts';
import { Sealer } from './proof/sealer.ts';
import { readSigned } from './proof/signed.ts';
import { type Witness, createWitness } from './proof/witness.ts';
import { type Recovered, recoverJournal } from './recovery.ts';
import { Room } from './room.ts';
import { createScribe } from './scribe.ts';
import type { Scribe } from './scribe.ts';
import { gapSections, heartbeatSections, recoveredSections } from './upkeep.ts';
import {
  contentBytesMaxDefault,
  journalBytesMaxDefault,
  reserveBytesDefault,
  sealTimesOf,
  settingsOf,
  writeTimeoutMsDefault,
} from './writer-options.ts';
import type { WriterOptions } from './writer-options.ts';

const vaultShare = 0.75;

type Alarm = NonNullable<WriterOptions['onAlarm']>;

export type Parts = {
  readonly journal: Journal;
  readonly sealer: Sealer;
  readonly scribe: Scribe;
  readonly privacy: Privacy;
  readonly masterKey: Uint8Array;
  readonly pairing: Pairing;
  readonly intake: Intake;
  readonly content: ContentLog;
  readonly vault: Vault;
  /** How the last run ended. */
  readonly last: Pick<Recovered, 'torn' | 'closed'>;
};

export async function openParts(options: WriterOptions): Promise<Parts> {
  const { directory, origin, onAlarm = () => undefined } = options;
  const settings = settingsOf(options);
  const { writeTimeoutMs = writeTimeoutMsDefault } = options;
  const masterKey = options.masterKey ?? generateKey(directory, onAlarm);
  const { position, open, lastId, content: newest, ...last } = recover(directory);
  const scribe = createScribe(origin, lastId);
  const pairing = new Pairing(open);
  const witness = createWitness(options.witnesses ?? [], onAlarm);
  const sealer = new Sealer(
    {
      ...{ ...settings, directory, origin },
      masterKey,
      ...sealTimesOf(options),
      witness,
      gather: () => journal.handOver(),
      sync: () => journal.sync(),
      onAlarm,
    },
    position,
  );
  const content = await ContentLog.open({
    ...{ directory, newest },
    durable: settings.durability === 'fsync',
    fileBytesMax: options.contentBytesMax ?? contentBytesMaxDefault,
  });
  const journal = await Journal.open(
    {
      directory,
      durability: settings.durability,
      journalBytesMax: options.journalBytesMax ?? journalBytesMaxDefault,
      writeTimeoutMs,
      opening: (seq) =>
        scribe
          .draft('heartbeat', heartbeatSections('rotated', settings, pairing.unfinished()))
          .toLine(seq),
      resuming: (gap) => resume(gap, scribe, pairing),
      companion: content,
      onDurable: (leaves) => sealer.add(leaves),
      onAlarm,
    },
    position,
  );
  const privacy = createPrivacy(masterKey);
  const place = { directory, masterKey, floor: position.link.seq };
  const vault = openVault({ ...place, writeTimeoutMs, onAlarm }, journal, scribe);
  const intake = await openIntake(options, witness, onAlarm);
  return { journal, sealer, scribe, intake, privacy, masterKey, pairing, content, vault, last };
}

function recover(directory: string): Recovered {
  return recoverJournal(directory, readSigned(directory)?.size ?? 0);
}

async function openIntake(
  { directory, reserveBytes = reserveBytesDefault, witnessLagMaxMs = 0 }: WriterOptions,
  witness: Witness,
  onAlarm: Alarm,
): Promise<Intake> {
  const room = new Room({ directory, reserveBytes, onAlarm });
  const paths = [keyStorePath(directory), lockPath(directory)];
  const belongings = new Belongings({ paths, onAlarm });
  await room.look();
  return new Intake({ room, belongings, witness, witnessLagMaxMs });
}

type VaultNeeds = {
  readonly directory: string;
  readonly masterKey: Uint8Array;
  readonly floor: number;
  readonly writeTimeoutMs: number;
  readonly onAlarm: Alarm;
};

/** Whoever has to be refused for want of a key hears of it within the time that a write may take. */
function openVault(needs: VaultNeeds, journal: Journal, scribe: Scribe): Vault {
  const { writeTimeoutMs, onAlarm, ...place } = needs;
  return new Vault({
    ...place,
    timeoutMs: writeTimeoutMs * vaultShare,
    onAlarm,
    onResumed: (gap) => {
      journal.append(scribe.draft('gap', gapSections(gap)).toLine, () => undefined);
      onAlarm('content keys can be had again', { lost: gap.lost });
    },
  });
}

function generateKey(directory: string, onAlarm: Alarm): Uint8Array {
  return findMasterKey(directory, (path) =>
    onAlarm('a master key was generated; keep it apart from the data it protects', { path }),
  );
}

/** What was not recorded is said first, and the terminals that could not be written are made up for. */
function resume(gap: Gap, scribe: Scribe, pairing: Pairing): Resumption {
  const owed = [...pairing.orphans()];
  return {
    lines: [
      scribe.draft('gap', gapSections(gap)).toLine,
      ...owed.map(
        ([key, request]) => scribe.draft('recovered', recoveredSections(key, request)).toLine,
      ),
    ],
    settled: () => pairing.settleOrphans(owed.map(([key]) => key)),
  };
}
