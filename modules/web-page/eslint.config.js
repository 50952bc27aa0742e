import js from "@eslint/js";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["target", "node_modules", "build.js", "eslint.config.js"] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: ["test", "describe"] }],
      // It types what the server answers.
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "what is shown is hostile input" },
        { property: "dangerouslySetInnerHTML", message: "what is shown is hostile input" },
      ],
    },
  },
);
