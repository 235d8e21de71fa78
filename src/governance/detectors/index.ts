/** The catalogue: every detector there is, in a plain list. */
import { contentCode } from './content-code.ts';
import { contentGibberish } from './content-gibberish.ts';
import { contentLanguage } from './content-language.ts';
import { contentSize } from './content-size.ts';
import { contentUrl } from './content-url.ts';
import type { Detector } from './detector.ts';
import { harmLexicon } from './harm-lexicon.ts';
import { createHarmModel } from './harm-model.ts';
import { injectionCarried } from './injection-carried.ts';
import { injectionExfiltration } from './injection-exfiltration.ts';
import { injectionExtraction } from './injection-extraction.ts';
import { createInjectionModel } from './injection-model.ts';
import { injectionOverride } from './injection-override.ts';
import { injectionRole } from './injection-role.ts';
import { injectionSplitting } from './injection-splitting.ts';
import { jailbreakPersona } from './jailbreak-persona.ts';
import { jailbreakRefusal } from './jailbreak-refusal.ts';
import { jailbreakSuffix } from './jailbreak-suffix.ts';
import { leak } from './leak.ts';
import { shippedModel } from './model-source.ts';
import { piiAddress } from './pii-address.ts';
import { piiBank } from './pii-bank.ts';
import { piiBirthDate } from './pii-birth-date.ts';
import { piiCard } from './pii-card.ts';
import { piiCardCode } from './pii-card-code.ts';
import { piiCrypto } from './pii-crypto.ts';
import { piiDocument } from './pii-document.ts';
import { piiEmail } from './pii-email.ts';
import { piiIban } from './pii-iban.ts';
import { piiImei } from './pii-imei.ts';
import { piiIp } from './pii-ip.ts';
import { piiMac } from './pii-mac.ts';
import { piiMedical } from './pii-medical.ts';
import { piiName } from './pii-name.ts';
import { piiNationalId } from './pii-national-id.ts';
import { piiPhone } from './pii-phone.ts';
import { piiUsSsn } from './pii-us-ssn.ts';
import { piiVehicle } from './pii-vehicle.ts';
import { secretAssignment } from './secret-assignment.ts';
import { secretConnection } from './secret-connection.ts';
import { secretHeader } from './secret-header.ts';
import { secretJwt } from './secret-jwt.ts';
import { secretKeyBlock } from './secret-key-block.ts';
import { secretWallet } from './secret-wallet.ts';
import { secrets } from './secrets.ts';
import { toxicLexicon } from './toxic-lexicon.ts';
import { createToxicModel } from './toxic-model.ts';

export const catalogue: readonly Detector[] = [
  piiAddress,
  piiBank,
  piiBirthDate,
  piiCard,
  piiCardCode,
  piiCrypto,
  piiDocument,
  piiEmail,
  piiIban,
  piiImei,
  piiIp,
  piiMac,
  piiMedical,
  piiName,
  piiNationalId,
  piiPhone,
  piiUsSsn,
  piiVehicle,
  secrets,
  secretKeyBlock,
  secretConnection,
  secretHeader,
  secretJwt,
  secretWallet,
  secretAssignment,
  injectionOverride,
  injectionExtraction,
  injectionRole,
  injectionCarried,
  injectionExfiltration,
  injectionSplitting,
  jailbreakPersona,
  jailbreakRefusal,
  jailbreakSuffix,
  harmLexicon,
  toxicLexicon,
  createInjectionModel(shippedModel),
  createHarmModel(shippedModel),
  createToxicModel(shippedModel),
  leak,
  contentCode,
  contentLanguage,
  contentUrl,
  contentSize,
  contentGibberish,
];

/** What policies may ask for; a category outside this list is a fault in the policy. */
export const categories: readonly string[] = [
  ...new Set(catalogue.flatMap((detector) => detector.categories)),
].sort();
