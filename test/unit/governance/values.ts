/** Values of many kinds with the words that they need beside them; all are invented or printed as examples. */

type Value = { readonly lead: string; readonly value: string };

const table = `
|jane.roe@acme-mail.com
|4111 1111 1111 1111
|5555-5555-5555-4444
|378282246310005
card |6011111111111117
|DE89 3704 0044 0532 0130 00
|GB29NWBK60161331926819
|FR14 2004 1010 0505 0001 3M02 606
|+1 202-555-0143
|+44 7700 900123
|+49 30 901820
call |(202) 555-0143
phone |030 901820
tel |06 39 98 12 34
|219-09-9999
SSN |457 55 5462
ITIN |912-73-4567
|93.184.216.34
IP |2606:4700:4700::1111
|00:1B:44:11:3A:B7
|1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa
|bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq
|0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
passport |C01X00T47
driving licence |D12345678
VIN |1M8GDM9AXKP042788
date of birth |1985-12-04
born |12 April 1985
MRN |12345678
NPI |1234567893
routing number |021000021
sort code |20-00-00
CLABE |032180000118359719
DNI |12345678Z
NIE |X1234567L
codice fiscale |RSSMRA85T10A562S
BSN |111222333
PESEL |44051401359
personnummer |811228-9874
AHV |756.9217.0769.85
CPF |111.444.777-35
CURP |HEGG560427MVZRRL04
PAN |ABCPE1234F
NRIC |S1234567D
TFN |123 456 782
|AKIA~~QYLPMN5HHHFPZAM2
|ghp_~~a8Kd03Lq9Zx7Vb2Nm5Pw1Rt6Yu4Io0Es8DfG
|sk_live_~~51H8kd03Lq9Zx7Vb2Nm5Pw1Rt
|xoxb-~~2837461928-8273645192837-a8Kd03Lq9Zx7Vb2Nm5Pw1Rt6
|AIza~~SyB8kd03Lq9Zx7Vb2Nm5Pw1Rt6Yu4Io0Es8
|glpat-~~a8Kd03Lq9Zx7Vb2Nm5Pw
|npm_~~a8Kd03Lq9Zx7Vb2Nm5Pw1Rt6Yu4Io0Es8DfG
|hf_~~aKdLqZxVbNmPwRtYuIoEsDfGhJkLzXcVbQ
|SG.~~a8Kd03Lq9Zx7Vb2Nm5Pw1R.t6Yu4Io0Es8DfGh3Jk5Lz7Xc9Vb1Nm3Qw5Er7Ty9Ui1
|dop_v1_~~3f8a9c1d7e2b4f60a1c3e5d7f9b1d3f53f8a9c1d7e2b4f60a1c3e5d7f9b1d3f5
|postgres://app:kR8vQ2mX9p@db.internal:5432
api_key = |9fK2mQ7xTz4Lw8RbVn3Yc6Hd
password: |Tr0ub4dor&3x
Authorization: Bearer |9fK2mQ7xTz4Lw8RbVn3Yc6HdPs1Jf5Ua
|https://hooks.slack.com/~~services/T8KD03LQ9/B7VB2NM5P/a8Kd03Lq9Zx7Vb2Nm5Pw1Rt6
|eyJhbGciOiJFUzI1NiJ9~~.eyJzdWIiOiI3NyIsIm5vbmNlIjoieTg4In0~~.kJ8sd3fQ9zLm2XcVbN7TyUe5RwPq1A4hGfDsQ1w2E3r4
`;

export const values: readonly Value[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [lead = '', value = ''] = line.split('|');
    return { lead, value: value.replaceAll('~~', '') };
  });
