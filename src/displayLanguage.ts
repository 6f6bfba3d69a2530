import * as vscode from "vscode";
import { translateWith } from "./base/translate";

// VS Code has read the table of its display language by now, and none where that is English.
translateWith(vscode.l10n.bundle);
