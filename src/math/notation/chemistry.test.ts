// Substances, nuclei, reactions and electron configurations: which spellings are of one thing.

import { describe, expect, it } from "vitest";
import { compareChemistry } from "./chemistry.ts";

describe("the same", () => {
  it.each([
    ["SnF_4", "SnF₄"],
    ["H_2O", "\\ce{H2O}"],
    ["Fe^{3+}", "Fe3+"],
    ["Fe^{3+}", "\\text{Fe}^{3+}"],
    ["Fe^{3+}", "Fe^3+"],
    ["Fe^{3+}", "Fe^{+3}"],
    ["NH_4^+", "NH4+"],
    ["NO_3^-", "NO3-"],
    ["H_3O^+", "H3O+"],
    ["SO_4^{2-}", "SO4 2-"],
    ["SO_4^{2-}", "SO42-"],
    ["SO_4^{2-}", "SO^{2-}_4"],
    ["SO_4^{2-}", "\\(\\mathsf{SO}_4^{2-}\\)"],
    ["SO_4^{2-}", "SO4^2-"],
    ["SO_4^{2-}", "\\mathrm{SO}_4^{2-}"],
    ["SO_4^{2-}", "\\mathrm{SO_4^{2-}}"],
    ["SO_4^{2-}", "\\ce{SO4^2-}"],
    ["SO_4^{2-}", "SO₄²⁻"],
    ["[Fe(CN)_6]^{4-}", "\\ce{[Fe(CN)6]^4-}"],
    ["Na^+", "Na+"],
    ["Cl-", "Cl^{-}"],
    ["Hg_2^{2+}", "Hg22+"],
    ["O^{2-}", "O2-"],
    ["2H_2 + O_2 \\to 2H_2O", "2H2 + O2 → 2H2O"],
    ["2H_2 + O_2 \\to 2H_2O", "O2 + 2H2 -> 2H2O"],
    ["2H_2+O_2\\rightarrow2H_2O", "O2 + 2 H2 -> 2 H2O"],
    ["\\ce{2H2 + O2 -> 2H2O}", "2H2(g) + O2(g) → 2H2O(l)"],
    ["Ag^+ + Cl^- \\to AgCl", "Ag⁺(aq) + Cl⁻(aq) → AgCl(s)"],
    ["Ag+ + Cl- -> AgCl", "Ag⁺(aq) + Cl⁻(aq) → AgCl(s)"],
    ["Zn \\to Zn^{2+} + 2e^-", "Zn -> Zn2+ + 2e-"],
    ["N_2 + 3H_2 \\rightleftharpoons 2NH_3", "N2 + 3H2 ⇌ 2NH3"],
    ["^{14}_{6}C", "carbon-14"],
    ["^{14}_{6}C", "C-14"],
    ["^{14}C", "^{14}_6C"],
    ["{}^{14}_{6}\\text{C}", "¹⁴C"],
    ["^{235}U", "^{235}\\mathrm{U}"],
    ["uranium-235", "^{235}_{92}\\text{U}"],
    ["Uranium-235", "U-235"],
    [
      "^{238}_{92}U \\to ^{234}_{90}Th + ^4_2He",
      "{}^{238}_{92}\\mathrm{U} \\rightarrow {}^{234}_{90}\\mathrm{Th} + {}^{4}_{2}\\mathrm{He}",
    ],
    ["^{14}_6C \\to ^{14}_7N + e^-", "^{14}_{6}C -> ^{14}_{7}N + _{-1}^{0}e"],
    ["1s^2 2s^2 2p^6", "1s² 2s² 2p⁶"],
    ["1s^2 2s^2 2p^6", "1s22s22p6"],
    ["1s^{2}2s^{2}2p^{6}", "1s^22s^22p^6"],
    ["[Ne] 3s^2 3p^3", "1s^2 2s^2 2p^6 3s^2 3p^3"],
    ["[Ar] 3d^5 4s^1", "[Ar]4s¹3d⁵"],
    ["[Ar] 3d^{10} 4s^1", "[Ar] 4s1 3d10"],
    ["CO_2 and H_2O", "CO2, H2O"],
    ["H<sub>2</sub>SO<sub>4</sub>", "H2SO4"],
    ["CH_3COOH", "CH₃COOH"],
    ["CuSO_4·5H_2O", "CuSO4 \\cdot 5 H2O"],
  ])("%s and %s", (gold, answer) => {
    expect(compareChemistry(gold, answer)).toBe(true);
    expect(compareChemistry(answer, gold)).toBe(true);
  });
});

describe("not the same", () => {
  it.each([
    ["NH_4^+", "NH_3"],
    ["Fe^{3+}", "Fe2+"],
    ["Fe3+", "Fe_3"],
    ["Fe3+", "Fe"],
    ["Na+", "Na"],
    ["Na+", "Na-"],
    ["SO42-", "SO32-"],
    ["SO_4^{2-}", "SO4-"],
    ["SO_4^{2-}", "SO^{4-}_2"],
    ["SO_4^{2-}", "SO^{2-}_3"],
    ["SO_4^{2-}", "SO4^2+"],
    ["HCN", "HNC"],
    ["CH_3CN", "CH_3NC"],
    ["C_2H_5OH", "CH_3OCH_3"],
    ["CO", "Co"],
    ["^{14}C", "^{12}C"],
    ["^{14}C", "C"],
    ["carbon-14", "C-12"],
    ["carbon-14", "nitrogen-14"],
    ["^{14}_6C", "^{14}_7N"],
    ["^{14}_6C", "^{14}_7C"],
    ["^{235}U", "^{235}_{93}U"],
    ["2H_2 + O_2 -> 2H_2O", "H_2 + O_2 -> H_2O"],
    ["N_2 + 3H_2 -> 2NH_3", "2NH_3 -> N_2 + 3H_2"],
    ["CaCO_3 -> CaO + CO_2", "CaCO_3 -> CaO + CO"],
    ["CaCO_3 -> CaO + CO_2", "CaCO_3 -> CaO"],
    ["Zn -> Zn^{2+} + 2e^-", "Zn -> Zn^{2+} + e^-"],
    ["Ag^+ + Cl^- -> AgCl", "Ag^+ + Cl -> AgCl"],
    ["1s^2 2s^2 2p^6", "1s^2 2s^2 2p^5"],
    ["[Ne] 3s^2 3p^3", "[Ne] 3s^2 3p^4"],
    ["[Ne] 3s^2 3p^3", "[Ar] 3s^2 3p^3"],
    ["1s^2 2s^2 2p^6", "1s^2 2s^2 2p^6 3s^1"],
    ["CO_2 and H_2O", "CO_2"],
    ["CO_2 and H_2O", "CO and H_2O"],
    ["H_2O(l)", "H_2O(g)"],
    ["2x", "2"],
    ["HF", "Hf"],
    ["H2O", "H2O2"],
    ["I_2", "I_1"],
    ["V_1", "V_2"],
    ["V = IR", "V = I"],
  ])("%s and %s", (gold, answer) => {
    expect(compareChemistry(gold, answer)).not.toBe(true);
    expect(compareChemistry(answer, gold)).not.toBe(true);
  });
});

describe("letters that may be variables", () => {
  it.each([
    ["PV", "VP"],
    ["C_1C_2", "C_2C_1"],
    ["UI", "IU"],
    ["V = IR", "V = I"],
    ["2x", "2"],
    ["C", "N"],
  ])("%s and %s are left to mathematics", (gold, answer) => {
    expect(compareChemistry(gold, answer)).toBeUndefined();
  });
});

it("a long text is not chemistry", () => {
  expect(compareChemistry("H".repeat(5000), "H".repeat(5000))).toBeUndefined();
});
