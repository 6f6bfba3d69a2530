import * as vscode from "vscode";
import { signatureHelpAt } from "../../../graphql/completion/signatureHelp";
import { described } from "./hoverProvider";
import type { QuerySubjects } from "../documents/querySubject";

export const signatureTriggers: vscode.SignatureHelpProviderMetadata = {
  triggerCharacters: ["(", ",", ":"],
  retriggerCharacters: [",", ":"],
};

/** The arguments of the field or directive whose parentheses the cursor is in. */
export class SignatureHelpProvider implements vscode.SignatureHelpProvider {
  constructor(private readonly subjects: QuerySubjects) {}

  async provideSignatureHelp(document: vscode.TextDocument, position: vscode.Position) {
    const { subject, offset } = (await this.subjects.at(document, position)) ?? {};
    if (!subject?.schema) return undefined;
    const help = signatureHelpAt(subject.document, offset!, subject.schema);
    if (!help) return undefined;
    const signature = new vscode.SignatureInformation(help.label, help.description && described(help.description));
    signature.parameters = help.parameters.map(
      ({ start, end, description }) =>
        new vscode.ParameterInformation([start, end], description && described(description)),
    );
    const shown = new vscode.SignatureHelp();
    shown.signatures = [signature];
    shown.activeSignature = 0;
    // Beyond the last parameter, none is marked.
    shown.activeParameter = help.active ?? help.parameters.length;
    return shown;
  }
}
