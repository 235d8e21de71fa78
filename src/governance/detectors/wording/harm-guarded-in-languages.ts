/** Who protects others from a deed, learns to see it, reports it or asks for the law, in the languages in which deeds are heard besides English. */
import { WordSet } from '../../text/word-set.ts';

export const guardedInLanguages = new WordSet(
  `schütze* schützen verhinder* vorbeug* erkenne erkennen erkennt strafe strafen bestraft verboten gesetz geschichte widerleg* anzeige aufklär*
  protéger protège empêcher éviter prévenir prévention reconnaître peine risque-t-on risquent interdit loi histoire dénoncer lutter
  proteger protejo protegerse evitar prevenir prevención reconocer reconozco pena penas ley prohibido historia denunciar
  proteggere proteggo difende difendersi evitare prevenire prevenzione riconosco riconoscere vietato legge storia denunciare
  protejo prevenir reconheço reconhecer proibido lei história denunciar
  bescherm* voorkom* herken herkennen straf verboden wet geschiedenis aangeven beveilig*
  chronić zapobie* rozpoznać kara kary zakazane prawo historia zgłosić obronić
  защитить защититься предотвратить распознать наказание грозит запрещено закон история сообщить
  захистити захиститися запобігти розпізнати покарання загрожує заборонено історія повідомити
  korurum korumak koruma önlemek önlenir anlarım cezası cezası suç yasak kanun tarihi ihbar
  أحمي حماية نحمي أتجنب الوقاية أكتشف أعرف عقوبة ممنوع القانون تاريخ أبلغ
  محافظت جلوگیری پیشگیری تشخیص مجازات قانون تاریخ ممنوع گزارش
  बचाऊँ बचाऊं बचाव रोकें रोकने पहचानूँ पहचानूं पहचानें सजा सज़ा कानून इतिहास
  vorurteil* rassismus behauptung* préjugé* racisme prejuicio* racismo pregiudizi* razzismo preconceito* vooroordel* uprzedze* rasizm* предубежд* расизм* упередж* ırkçılı* önyargı*
  ngăn phạt luật melindungi mencegah mengenali hukuman hukum sejarah melapor`,
);
